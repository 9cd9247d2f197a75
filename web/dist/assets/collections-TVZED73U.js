import{a,b}from"./chunk-DCMBWV2I.js";import"./chunk-GQYAXFMM.js";import"./chunk-SXQPSJBZ.js";import"./chunk-YG7VXKFN.js";import"./chunk-AAZABAPM.js";export{a as CollectionsScreen,b as NameDialog};
