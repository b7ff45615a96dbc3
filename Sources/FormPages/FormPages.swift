// FormPages
