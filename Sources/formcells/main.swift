import CArguments
import Glibc

// Synchronous, so that measuring tools which cannot follow an async main can run it.
let words = (1..<max(1, Int(main_argument_count()))).compactMap { index in
  main_arguments()?[index].map { String(cString: $0) }
}
exit(CommandLineProgram.run(words, environment: .ofProcess()))
