// Personal settings. They affect nobody else: no audit row.
import {
  getPageOpenType,
  getUserReview,
  reviewFlags,
  setPageOpenType,
  updateUserReview,
} from '#contract/system/settings.ts'
import { refuse } from '#server/core/http/refusal.ts'
import { serve } from '#server/core/http/serve.ts'
import { changeSettings, getSettings } from './settings.queries.ts'

export const routes = [
  serve(getUserReview, async ({ actor, db }) => getSettings(db, actor.id)),

  serve(updateUserReview, async ({ body: { id, type, review }, actor, db }) => {
    if (id !== actor.id) throw refuse('forbidden')
    await changeSettings(db, actor.id, { [reviewFlags[type]]: review })
    return null
  }),

  serve(getPageOpenType, async ({ actor, db }) => ((await getSettings(db, actor.id)).pageOpenMethod === 1 ? 1 : 0)),

  serve(setPageOpenType, async ({ body: { type }, actor, db }) => {
    await changeSettings(db, actor.id, { pageOpenMethod: type })
    return null
  }),
]
