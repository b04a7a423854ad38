// What the area of articles adds to the application.
import { routes as written } from './articles.routes.ts'

export const articles = { routes: [...written] }
