util.isArray
