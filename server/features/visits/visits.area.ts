// What visits register with the application.
import { routes as enterprises, visitEnterprisesExport } from './visit-enterprises.routes.ts'
import { visitEnterprisesImport } from './visit-enterprises-import.ts'
import { routes as visited, visitsExport } from './visits.routes.ts'

export const visits = {
  routes: [...enterprises, ...visited],
  sheets: [visitEnterprisesImport, visitEnterprisesExport, visitsExport],
}
