// HTTPMessage
