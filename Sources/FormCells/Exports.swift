// The domain's values are made of texts, numbers and option tables: whoever imports it sees those too.
@_exported public import Options
@_exported public import Localization
