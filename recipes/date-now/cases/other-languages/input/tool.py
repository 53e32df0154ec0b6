Date().getTime()
