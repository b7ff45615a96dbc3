import Glibc

// Synchronous, so that the measuring tools that cannot follow an async main can run it.
exit(Program.run(Array(CommandLine.arguments.dropFirst()), environment: .ofProcess()))
