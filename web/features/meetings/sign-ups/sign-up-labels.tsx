// Labels of sign-ups, and the reads that show them.
import {
  invoiceStateLabels,
  invoiceStates,
  type SignUpField,
  type SignUpState,
  signUpFieldLabels,
  signUpFields,
  signUpSourceLabels,
  signUpSources,
  signUpStateLabels,
  signUpStates,
} from '#contract/meetings/sign-up-labels.ts'
import {
  getSignUp,
  getSignUpCounts,
  getSignUpMeeting,
  listCustomerSignUps,
  querySignUps,
  type SignUpMeeting,
} from '#contract/meetings/sign-ups.ts'
import { optionsOf } from '#web/kit/form/options.ts'
import { Status, type Tone } from '#web/kit/table/status.tsx'
import { MEETINGS } from '../meeting-labels.tsx'

export const SIGN_UPS = `${MEETINGS}/signUps`
export const CHECK_IN = `${MEETINGS}/checkIn`

/** Reads that every act on a sign-up invalidates. */
export const signUpReads = [querySignUps, getSignUp, getSignUpMeeting, getSignUpCounts, listCustomerSignUps]

export const signUpStateOptions = optionsOf(signUpStateLabels, signUpStates)
export const signUpSourceOptions = optionsOf(signUpSourceLabels, signUpSources)
export const invoiceOptions = optionsOf(invoiceStateLabels, invoiceStates)
export const signUpFieldOptions = optionsOf(signUpFieldLabels, signUpFields)
export const fieldNames = (keys: readonly SignUpField[]) => keys.map((key) => signUpFieldLabels[key]).join('、') || '—'

/** With what is left of each. */
export const quotaOptions = ({ quotas }: SignUpMeeting) =>
  quotas.map(({ id, name, seats, taken }) => ({ value: id, label: `${name}（还剩 ${Math.max(seats - taken, 0)}）` }))

export const signUpTones: Record<SignUpState, Tone> = {
  applied: 'warning',
  confirmed: 'good',
  waiting: 'warning',
  offered: 'warning',
  refused: 'idle',
  lapsed: 'idle',
  cancelled: 'idle',
  came: 'good',
}

export function SignUpStatus({ state }: { state: SignUpState }) {
  return <Status tone={signUpTones[state]}>{signUpStateLabels[state]}</Status>
}

/** 李明 +2 */
export const withCompanions = ({ name, companions }: { name: string; companions: number }) =>
  companions === 0 ? name : `${name} +${companions}`
