import {
  assignRegistrations,
  contactRegistration,
  exportRegistrations,
  getGrantProposal,
  getRegistration,
  getRegistrationRules,
  grantTrial,
  queryRegistrationHandlers,
  queryRegistrations,
  rejectRegistrations,
  reopenRegistration,
  saveRegistrationRules,
  takeRegistration,
} from '#contract/members/registration-handling.ts'
import { subProductOf } from '#contract/sub-products.ts'
import { audit } from '#server/core/audit/audit.ts'
import { transact } from '#server/core/core.ts'
import { outcomes } from '#server/core/http/outcomes.ts'
import { checkFields, orNotFound, refuse } from '#server/core/http/refusal.ts'
import { serve, serveAct } from '#server/core/http/serve.ts'
import { declareExport } from '#server/core/sheets/exports.ts'
import { findAlike } from './registration-alike.queries.ts'
import { grantTo, proposeGrant } from './registration-grant.acts.ts'
import { assignTo, moveRegistration, rejectEach, takeOver } from './registration-handling.acts.ts'
import {
  getVisible,
  listRegistrations,
  listScope,
  listSteps,
  pageOfRegistrations,
} from './registration-list.queries.ts'
import { listHandlers, listHandlersWithLoad, lockRules, readRules, storeRules } from './registration-rules.queries.ts'

export const routes = [
  serve(queryRegistrations, ({ body, actor, db }) => pageOfRegistrations(db, actor, body)),

  serve(getRegistration, async ({ query: { id }, actor, db }) => {
    const found = orNotFound(await getVisible(db, actor, id))
    const { enterpriseId, enterpriseName, memberId, loginName, ...rest } = found
    return {
      ...rest,
      enterprise: enterpriseId === null ? null : { id: enterpriseId, name: enterpriseName ?? '' },
      member: memberId === null ? null : { id: memberId, loginName: loginName ?? '' },
      steps: await listSteps(db, id),
      alike: await findAlike(db, actor, found),
    }
  }),

  serveAct(contactRegistration, ({ tx, announce, body: { id, remark }, actor, by }) =>
    moveRegistration({ tx, announce, actor, by }, id, { move: 'contact', remark }),
  ),

  serve(rejectRegistrations, async ({ body: { ids, reason }, actor, core, by }) =>
    outcomes(await transact(core, (tx, announce) => rejectEach({ tx, announce, actor, by }, ids, reason))),
  ),

  serveAct(reopenRegistration, ({ tx, announce, body: { id }, actor, by }) =>
    moveRegistration({ tx, announce, actor, by }, id, { move: 'reopen' }),
  ),

  serveAct(takeRegistration, ({ tx, announce, body: { id }, actor, by }) => takeOver({ tx, announce, actor, by }, id)),

  serve(assignRegistrations, async ({ body, actor, core, by }) =>
    outcomes(await transact(core, (tx, announce) => assignTo({ tx, announce, actor, by }, body))),
  ),

  serve(queryRegistrationHandlers, ({ db }) => listHandlersWithLoad(db)),

  serve(getGrantProposal, async ({ query: { id, subProduct }, actor, db }) => {
    const found = orNotFound(await getVisible(db, actor, id))
    return proposeGrant(db, actor, found, subProduct ?? found.subProduct)
  }),

  serveAct(grantTrial, ({ tx, announce, body, actor, by }) => grantTo({ tx, announce, actor, by }, body)),

  serve(getRegistrationRules, ({ db }) => readRules(db)),

  serveAct(saveRegistrationRules, async ({ tx, body: { basis, rules }, by }) => {
    await lockRules(tx)
    const before = await readRules(tx)
    if (before.basis !== basis) throw refuse('stale', { data: before })
    const wanted = new Map(rules.map(({ province, ownerId }) => [province, ownerId]))
    if (wanted.size < rules.length) throw refuse('invalid', { msg: '同一省份只能有一条规则' })
    const handlers = new Set(await listHandlers(tx))
    // owners of existing rules may have lost the right since: such a rule may stay as it is
    const previous = new Map(before.rules.map(({ province, ownerId }) => [province, ownerId]))
    const wrong = rules.find(({ province, ownerId }) => previous.get(province) !== ownerId && !handlers.has(ownerId))
    checkFields({ rules: wrong ? `“${wrong.province}”的负责人不能处理注册，请选择其他人` : null })
    await storeRules(tx, rules)
    await audit(tx, by, {
      action: 'registrationRule.edit',
      targetType: 'registrationRule',
      targetId: '0',
      before: Object.fromEntries(previous),
      after: Object.fromEntries(wanted),
    })
    return readRules(tx)
  }),
]

export const registrationsExport = declareExport(exportRegistrations, {
  target: 'registration',
  list: listRegistrations,
  scope: listScope,
  cells: {
    subProduct: ({ subProduct }) => subProductOf(subProduct).title,
  },
})
