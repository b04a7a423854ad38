// What the area of articles adds to the application.
import { routes as written } from './articles.routes.ts'
import { routes as standards } from './standards.routes.ts'
import { routes as templates } from './templates.routes.ts'

export const articles = { routes: [...written, ...templates, ...standards] }
