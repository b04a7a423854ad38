// Every recorded field has a label: the audit log shows no identifier.
import { expect, it } from 'vitest'
import { fieldLabel } from '#contract/system/audit-labels.ts'
import { areas } from '#contract/system/audit-labels-areas.ts'
import { routes } from '#server/app.ts'

/** Credentials and response options are never recorded. */
const unrecorded =
  /^(grant_type|client_id|client_secret|username|(old|new)?[pP]assword|captcha-.*|smsCode|.*[tT]oken|.*[tT]icket|verifier|basis|version|hasHeader|pin|sheet|headerRow|mapping|takesHidden|fixes|drop|entries|pages|format|orders|enabled|configType|defaultViewId|columns)$/

it('every input field of a writing call, and every other field that acts record, has a label', () => {
  const namesIn = (input: object | undefined) =>
    Object.keys((input as { properties?: object } | undefined)?.properties ?? {})
  const taken = routes.flatMap(({ endpoint: { effect, body, query } }) =>
    effect === 'write' ? [body, query].flatMap(namesIn) : [],
  )
  const recorded = ['size', 'undoes', 'ended', 'sessionId', 'oldLongitude', 'oldLatitude', 'salesmanName']
  // what areas say differently is read at their own targets
  const isOwn = (name: string) => areas.some(({ fields }) => Object.hasOwn(fields, name))
  const unlabelled = [...new Set([...taken, ...recorded])].filter((name) => fieldLabel(name) === name && !isOwn(name))
  expect(unlabelled.filter((name) => !unrecorded.test(name))).toEqual([])
})
