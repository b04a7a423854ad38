// What the AI area registers with the application.
import { routes as answers } from './answers.routes.ts'
import { routes as articleAnswers } from './article-answers.routes.ts'
import { routes as assistants } from './assistants.routes.ts'
import { correctedCause, correctionsJob } from './corrections.job.ts'
import { evaluationJob } from './evaluation/runs.job.ts'
import { routes as runs } from './evaluation/runs.routes.ts'
import { routes as sets } from './evaluation/sets.routes.ts'
import { routes as models } from './models/models.routes.ts'
import { routes as openSessions } from './open/open-sessions.routes.ts'
import { recordsJob } from './records.job.ts'
import { aiSessionsExport, routes as sessions } from './sessions.routes.ts'
import { routes as trials } from './trials.routes.ts'
import { routes as unanswered } from './unanswered/unanswered.routes.ts'
import { routes as usage } from './usage/usage.routes.ts'

const staff = [
  ...assistants,
  ...trials,
  ...answers,
  ...articleAnswers,
  ...sets,
  ...runs,
  ...models,
  ...usage,
  ...unanswered,
]

export const ai = {
  routes: [...staff, ...sessions, ...openSessions],
  sheets: [aiSessionsExport],
  jobs: [correctionsJob, evaluationJob, recordsJob],
  causes: [correctedCause],
}
