// Form of the next sign-in step; loaded only if there is one.
import { ForcedPasswordForm } from './forced-password-form.tsx'
import { ForgotPassword } from './forgot-password.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'
import type { StepProps } from './steps.ts'

const forms = { factor: SecondFactorForm, password: ForcedPasswordForm, forgot: ForgotPassword }

export default function NextStep(props: StepProps) {
  const Form = forms[props.step.kind]
  return <Form key={props.step.ticket} {...props} />
}
