// Decisions on sign-ups, without the database.
import { randomInt } from 'node:crypto'
import { isAllowed } from '../../../contract/access.ts'
import { type SignUpField, signUpFieldLabels, signUpFields } from '../../../contract/meetings/sign-up-labels.ts'
import { editSignUp, type SignUpExtra, type SignUpForm } from '../../../contract/meetings/sign-ups.ts'
import { checkMobile } from '../../../contract/validation.ts'
import type { Person } from '../../core/access/actors.ts'

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

type Checked = Pick<SignUpForm, 'mobile' | 'extra'>

/** By field; null where it is right. */
export function problemsOfSignUp({ mobile, extra }: Checked, asked: readonly SignUpField[]) {
  const other = signUpFields.find((key) => (extra[key]?.trim() ?? '') !== '' && !asked.includes(key))
  return {
    mobile: checkMobile(mobile),
    extra: other ? `该会议不收集“${signUpFieldLabels[other]}”` : null,
  }
}

export type Window = {
  state: string
  signUpFrom: string | null
  signUpUntil: string | null
  endsOn: string
}

/** Why nobody can sign up from outside on this day; null: it is open. */
export function closedBecause({ state, signUpFrom, signUpUntil, endsOn }: Window, today: string): string | null {
  if (state !== 'published') return '会议没有发布，不能报名'
  if (signUpFrom !== null && today < signUpFrom) return `报名将于 ${signUpFrom} 开始`
  if (today > (signUpUntil ?? endsOn)) return '报名已截止'
  return null
}

/** People of a sign-up. */
export const peopleOf = ({ companions }: { companions: number }): number => companions + 1

/** Who of those waiting, in their order, gets a seat: whoever does not fit is passed over, and keeps their place. */
export function promotable<T extends { companions: number }>(waiting: readonly T[], free: number): T[] {
  let left = free
  return waiting.filter((each) => {
    if (peopleOf(each) > left) return false
    left -= peopleOf(each)
    return true
  })
}
