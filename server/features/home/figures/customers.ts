// Figures of those who look after customers.
import { queryUnanswered } from '#contract/ai/unanswered.ts'
import { querySignals } from '#contract/members/account-signals.ts'
import { queryRegistrations } from '#contract/members/registration-handling.ts'
import { queryFollowUps } from '#contract/service/follow-ups.ts'
import { queryVisitEnterprises } from '#contract/visits/visit-enterprises.ts'
import { visitStateLabels } from '#contract/visits/visit-labels.ts'
import { overdueLabels, queryVisits } from '#contract/visits/visits.ts'
import { scopeValues } from '#server/core/access/scope.ts'
import { listUnanswered } from '#server/features/ai/unanswered/unanswered.queries.ts'
import { listSignals } from '#server/features/members/activity/account-signals.queries.ts'
import { countNew, countWaiting } from '#server/features/members/registrations/registrations.queries.ts'
import { listFollowUps } from '#server/features/service/follow-ups.queries.ts'
import { listVisitEnterprises } from '#server/features/visits/visit-enterprises.queries.ts'
import { listVisits } from '#server/features/visits/visits.queries.ts'
import { type Figure, one, some, total, work } from './figure.ts'

export const registrationFigures: Readonly<Record<string, Figure>> = {
  registrationsToday: {
    label: '今日新注册',
    menu: 'registration',
    access: queryRegistrations.access,
    query: (today) => `days=${today}~${today}`,
    count: countNew,
  },
  registrationsWaiting: {
    label: '待处理注册',
    menu: 'registration',
    access: queryRegistrations.access,
    query: 'state=new',
    count: countWaiting,
  },
}

export const customerFigures: Readonly<Record<string, Figure>> = {
  followUpsDue: {
    label: '今日待跟进',
    menu: 'followUp',
    access: queryFollowUps.access,
    query: 'due=now&mine=1',
    count: (db, actor, day) =>
      work(
        listFollowUps(db, { ...some, due: 'now', mine: true, ascs: ['nextOn'] }, scopeValues(actor)),
        ({ enterpriseName, contactName, nextText, nextOn }) => ({
          title: enterpriseName,
          note: [contactName, nextText, nextOn !== null && nextOn < day ? `应于 ${nextOn}` : '']
            .filter(Boolean)
            .join(' · '),
          since: null,
        }),
      ),
  },
  visitsToday: {
    label: '今日拜访',
    menu: 'visitRecord',
    access: queryVisits.access,
    query: 'today=1&mine=1',
    count: (db, actor) =>
      work(
        listVisits(db, { ...some, today: true, mine: true, ascs: ['plannedAt'] }, scopeValues(actor)),
        ({ enterpriseName, aim, state, plannedAt }) => ({
          title: enterpriseName,
          note: [visitStateLabels[state], aim].join(' · '),
          since: plannedAt,
        }),
      ),
    isSilentAtZero: true,
  },
  reportsOwed: {
    label: '待填拜访报告',
    menu: 'visitRecord',
    access: queryVisits.access,
    query: 'state=visited&mine=1',
    count: (db, actor) =>
      work(
        listVisits(db, { ...some, state: 'visited', mine: true, ascs: ['arrivedAt'] }, scopeValues(actor)),
        ({ enterpriseName, aim, arrivedAt }) => ({ title: enterpriseName, note: aim, since: arrivedAt }),
      ),
    isSilentAtZero: true,
  },
  visitsOverdue: {
    label: '逾期拜访',
    menu: 'visitRecord',
    access: queryVisits.access,
    query: 'overdue=1&mine=1',
    count: (db, actor) =>
      work(
        listVisits(db, { ...some, overdue: true, mine: true, ascs: ['plannedAt'] }, scopeValues(actor)),
        ({ enterpriseName, aim, overdue, plannedAt }) => ({
          title: enterpriseName,
          note: [aim, overdue !== null && overdueLabels[overdue]].filter(Boolean).join(' · '),
          since: plannedAt,
        }),
      ),
    isSilentAtZero: true,
  },
  sitesDue: {
    label: '到期未拜访企业',
    menu: 'visitEnterprise',
    access: queryVisitEnterprises.access,
    query: 'overdue=1&mine=1',
    count: (db, actor) =>
      work(
        listVisitEnterprises(db, { ...some, overdue: true, mine: true, ascs: ['lastVisitAt'] }, scopeValues(actor)),
        ({ name, visitDays, dueOn, lastVisitAt }) => ({
          title: name,
          note: `每 ${visitDays} 天一次 · 应于 ${dueOn}`,
          since: lastVisitAt,
        }),
      ),
    isSilentAtZero: true,
  },
  signals: {
    label: '异常账号',
    menu: 'accountSignals',
    access: querySignals.access,
    query: 'state=open',
    count: (db, actor) => total(listSignals(db, { ...one, state: 'open' }, scopeValues(actor))),
  },
  // the number alone: whoever reads a question is recorded, and this page reads nobody's
  questionsUnanswered: {
    label: '没答上的问题',
    menu: 'aiWeb.sessions',
    access: queryUnanswered.access,
    query: 'tab=unanswered&state=open',
    count: (db, actor) => total(listUnanswered(db, { ...one, state: 'open' }, scopeValues(actor))),
    isSilentAtZero: true,
  },
}
