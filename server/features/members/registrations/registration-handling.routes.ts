// Registrations over HTTP: the list, what is done about each, and the rules that give them their owners.
import {
  assignRegistrations,
  contactRegistration,
  getGrantProposal,
  getRegistration,
  getRegistrationRules,
  grantTrial,
  queryRegistrationHandlers,
  queryRegistrations,
  rejectRegistration,
  reopenRegistration,
  saveRegistrationRules,
  takeRegistration,
} from '../../../../contract/members/registration-handling.ts'
import { audit } from '../../../core/audit/audit.ts'
import { transact } from '../../../core/core.ts'
import { outcomes } from '../../../core/http/outcomes.ts'
import { checkFields, refuse } from '../../../core/http/refusal.ts'
import { serve } from '../../../core/http/serve.ts'
import { findAlike } from './registration-alike.queries.ts'
import { grantTo, proposeGrant } from './registration-grant.acts.ts'
import { assignTo, moveRegistration, takeOver } from './registration-handling.acts.ts'
import { getVisible, listSteps, pageOfRegistrations } from './registration-list.queries.ts'
import { listHandlers, listHandlersWithLoad, lockRules, readRules, storeRules } from './registration-rules.queries.ts'

export const routes = [
  serve(queryRegistrations, ({ body, actor, db }) => pageOfRegistrations(db, actor, body)),

  serve(getRegistration, async ({ query: { id }, actor, db }) => {
    const found = await getVisible(db, actor, id)
    if (!found) throw refuse('notFound')
    const { enterpriseId, enterpriseName, memberId, loginName, ...rest } = found
    return {
      ...rest,
      enterprise: enterpriseId === null ? null : { id: enterpriseId, name: enterpriseName ?? '' },
      member: memberId === null ? null : { id: memberId, loginName: loginName ?? '' },
      steps: await listSteps(db, id),
      alike: await findAlike(db, actor, found),
    }
  }),

  serve(contactRegistration, async ({ body: { id, remark }, actor, core, by }) => {
    await transact(core, (tx, announce) =>
      moveRegistration({ tx, announce, actor, by }, id, { move: 'contact', remark }),
    )
    return null
  }),

  serve(rejectRegistration, async ({ body: { id, reason }, actor, core, by }) => {
    await transact(core, (tx, announce) =>
      moveRegistration({ tx, announce, actor, by }, id, { move: 'invalid', remark: reason }),
    )
    return null
  }),

  serve(reopenRegistration, async ({ body: { id }, actor, core, by }) => {
    await transact(core, (tx, announce) => moveRegistration({ tx, announce, actor, by }, id, { move: 'reopen' }))
    return null
  }),

  serve(takeRegistration, async ({ body: { id }, actor, core, by }) => {
    await transact(core, (tx, announce) => takeOver({ tx, announce, actor, by }, id))
    return null
  }),

  serve(assignRegistrations, async ({ body, actor, core, by }) =>
    outcomes(await transact(core, (tx, announce) => assignTo({ tx, announce, actor, by }, body))),
  ),

  serve(queryRegistrationHandlers, ({ db }) => listHandlersWithLoad(db)),

  serve(getGrantProposal, async ({ query: { id, subProduct }, actor, db }) => {
    const found = await getVisible(db, actor, id)
    if (!found) throw refuse('notFound')
    return proposeGrant(db, actor, found, subProduct ?? found.subProduct)
  }),

  serve(grantTrial, ({ body, actor, core, by }) =>
    transact(core, (tx, announce) => grantTo({ tx, announce, actor, by }, body)),
  ),

  serve(getRegistrationRules, ({ db }) => readRules(db)),

  serve(saveRegistrationRules, ({ body: { basis, rules }, core, by }) =>
    transact(core, async (tx) => {
      await lockRules(tx)
      const before = await readRules(tx)
      if (before.basis !== basis) throw refuse('stale', { data: before })
      const wanted = new Map(rules.map(({ province, ownerId }) => [province, ownerId]))
      if (wanted.size < rules.length) throw refuse('invalid', { msg: '同一省份只能有一条规则' })
      const handlers = new Set(await listHandlers(tx))
      // whoever stands in a rule already may have lost the right since: that rule stays until somebody changes it
      const kept = new Map(before.rules.map(({ province, ownerId }) => [province, ownerId]))
      const wrong = rules.find(({ province, ownerId }) => kept.get(province) !== ownerId && !handlers.has(ownerId))
      checkFields({ rules: wrong ? `“${wrong.province}”的负责人不能处理注册，请选择其他人` : null })
      await storeRules(tx, rules)
      await audit(tx, by, {
        action: 'registrationRule.edit',
        targetType: 'registrationRule',
        targetId: '0',
        before: Object.fromEntries(kept),
        after: Object.fromEntries(wanted),
      })
      return readRules(tx)
    }),
  ),
]
