// What the AI area registers with the application.
import { routes as answers } from './answers.routes.ts'
import { routes as articleAnswers } from './article-answers.routes.ts'
import { routes as assistants } from './assistants.routes.ts'
import { aiSessionsExport, routes as sessions } from './sessions.routes.ts'
import { routes as trials } from './trials.routes.ts'

export const ai = {
  routes: [...assistants, ...trials, ...answers, ...articleAnswers, ...sessions],
  sheets: [aiSessionsExport],
}
