// FormSite
