print("formcells")
