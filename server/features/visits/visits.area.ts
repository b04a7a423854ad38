// What visits register with the application.
import { routes as enterprises, visitEnterprisesExport } from './visit-enterprises.routes.ts'
import { visitEnterprisesImport } from './visit-enterprises-import.ts'
import { routes as visited, visitsExport } from './visits.routes.ts'
import { visitsDueJob } from './visits-due.job.ts'

export const visits = {
  routes: [...enterprises, ...visited],
  jobs: [visitsDueJob],
  sheets: [visitEnterprisesImport, visitEnterprisesExport, visitsExport],
}
