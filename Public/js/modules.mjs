// What `data-module` can name in a cell.

export const cellModules = {};
