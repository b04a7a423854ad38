// What the area of article shares registers with the application.
import { routes as shares, sheets } from './shares.routes.ts'
import { routes as visits } from './visits.routes.ts'

export const sharing = { routes: [...shares, ...visits], sheets }
