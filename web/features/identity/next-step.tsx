// Form of the next sign-in step; loaded only if there is one.
import { ForcedPasswordForm } from './forced-password-form.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'
import type { StepProps } from './steps.ts'

export default function NextStep(props: StepProps) {
  const Form = props.step.kind === 'factor' ? SecondFactorForm : ForcedPasswordForm
  return <Form key={props.step.ticket} {...props} />
}
