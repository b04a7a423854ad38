// Decisions on sign-ups, without the database.
import { randomInt } from 'node:crypto'
import { isAllowed } from '#contract/access.ts'
import {
  liveStates,
  type OwnField,
  type SignUpField,
  type SignUpState,
  signUpFieldLabels,
  signUpFields,
} from '#contract/meetings/sign-up-labels.ts'
import { editSignUp, type SignUpExtra, type SignUpForm, YES_NO } from '#contract/meetings/sign-ups.ts'
import { checkMobile } from '#contract/validation.ts'
import type { Person } from '#server/core/access/actors.ts'
import { checkFields, refuse } from '#server/core/http/refusal.ts'
import type { Quota } from './seats.queries.ts'

/** Without 0, 1, I, O, which are mistaken for each other when typed. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const TICKET_LENGTH = 8

export const newTicket = (): string =>
  Array.from({ length: TICKET_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** Whoever may edit meetings organises them: sees all sign-ups of each. Others see theirs, in sales scope. */
export const viewerOf = (actor: Person) => ({ ...actor, isAdministrator: isAllowed(editSignUp.access, actor) })

/** Trimmed, without empty answers. */
export const extraOf = (extra: SignUpExtra): SignUpExtra =>
  Object.fromEntries(
    signUpFields.flatMap((key) => {
      const text = extra[key]?.trim() ?? ''
      return text === '' ? [] : [[key, text]]
    }),
  )

export const isLive = ({ state }: { state: SignUpState }): boolean => liveStates.includes(state)

/** To the fields that the meeting has now, trimmed, without empty ones. */
export const answersOf = (answers: Record<string, string>, fields: readonly OwnField[]): Record<string, string> =>
  Object.fromEntries(
    fields.flatMap(({ key }) => {
      const text = answers[key]?.trim() ?? ''
      return text === '' ? [] : [[key, text]]
    }),
  )

/** What an answer lacks; null where it is right. */
function answerProblem({ label, kind, isRequired, options }: OwnField, typed = ''): string | null {
  const answer = typed.trim()
  if (answer === '') return isRequired ? `请填写“${label}”` : null
  const allowed = kind === 'choice' ? options : kind === 'yesNo' ? YES_NO : null
  return allowed && !allowed.includes(answer) ? `“${label}”应为${allowed.join('、')}之一` : null
}

type Checked = Pick<SignUpForm, 'mobile' | 'extra' | 'answers'>
type Asked = { signUpFields: readonly SignUpField[]; ownFields: readonly OwnField[] }

/** By field; null where it is right. */
export function problemsOfSignUp({ mobile, extra, answers }: Checked, { signUpFields: asked, ownFields }: Asked) {
  const other = signUpFields.find((key) => (extra[key]?.trim() ?? '') !== '' && !asked.includes(key))
  const unknown = Object.keys(answers).some((key) => !ownFields.some((field) => field.key === key))
  const wrong = ownFields.flatMap((field) => answerProblem(field, answers[field.key]) ?? [])
  return {
    mobile: checkMobile(mobile),
    extra: other ? `该会议不收集“${signUpFieldLabels[other]}”` : null,
    answers: unknown ? '该会议没有这个报名问题' : (wrong[0] ?? null),
  }
}

/** The first one where none is chosen; guests choose among those that are open to them. */
export function chosenQuota(quotas: readonly Quota[], id: string | null, isOrganiser: boolean): Quota {
  const offered = isOrganiser ? quotas : quotas.filter(({ isOpen }) => isOpen)
  const found = id === null ? (offered[0] ?? quotas[0]) : offered.find((quota) => quota.id === id)
  if (!found) {
    checkFields({ quotaId: '请选择名额类型' })
    throw refuse('notFound')
  }
  return found
}

export type Window = {
  state: string
  signUpFrom: string | null
  signUpUntil: string | null
  endsOn: string
}

export const isOver = ({ endsOn }: Pick<Window, 'endsOn'>, today: string): boolean => endsOn < today

/** Why nobody can sign up from outside on this day; null: it is open. */
export function closedBecause({ state, signUpFrom, signUpUntil, endsOn }: Window, today: string): string | null {
  if (state === 'cancelled') return '会议已取消，不再接受报名'
  if (state !== 'published') return '会议没有发布，不能报名'
  if (isOver({ endsOn }, today)) return '会议已结束'
  if (signUpFrom !== null && today < signUpFrom) return `报名将于 ${signUpFrom} 开始`
  if (today > (signUpUntil ?? endsOn)) return '报名已截止'
  return null
}
