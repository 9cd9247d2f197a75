import{a,b}from"./chunk-ZOGHPE3X.js";import"./chunk-37H3CD4X.js";import"./chunk-MXZT5WOF.js";import"./chunk-YG7VXKFN.js";import"./chunk-AAZABAPM.js";export{a as CollectionsScreen,b as NameDialog};
