// The person proves again who it is, by the password and, where there is a second factor, by a code; then the act runs.
import { Button, Form, Input } from 'antd'
import type { Endpoint, Input as InputOf } from '../../../contract/endpoint.ts'
import { showRefusal } from '../../kit/dialog/show-refusal.ts'
import { type ActOptions, useAct } from '../../lib/query.ts'
import { useSecurityTexts } from '../texts/security.ts'

type Proof = { password: string; code: string }

type Props<E extends Endpoint> = {
  endpoint: E
  input: (proof: Proof) => InputOf<E>
  options: ActOptions<E>
  title: string
  hint?: string
  verb: string
  withCode?: boolean
  isDanger?: boolean
  onBack: () => void
}

export function SecurityProof<E extends Endpoint>(props: Props<E>) {
  const { endpoint, input, options, title, hint, verb, withCode = false, isDanger = false, onBack } = props
  const texts = useSecurityTexts()
  const [form] = Form.useForm<Proof>()
  const act = useAct(endpoint, { ...options, onRefusal: (refusal) => showRefusal(form, refusal) })
  return (
    <Form<Proof>
      form={form}
      className="security-form"
      layout="vertical"
      requiredMark={false}
      onFinish={({ password, code = '' }) => void act.run(input({ password, code: code.trim() }))}
    >
      <h3>{title}</h3>
      {hint && <p className="security-hint">{hint}</p>}
      <Form.Item name="password" label={texts.password} rules={[{ required: true, message: texts.noPassword }]}>
        <Input.Password autoFocus autoComplete="current-password" maxLength={128} />
      </Form.Item>
      {withCode && (
        <Form.Item
          name="code"
          label={texts.codeOrRecovery}
          rules={[{ required: true, whitespace: true, message: texts.noCode }]}
        >
          <Input autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} maxLength={32} />
        </Form.Item>
      )}
      <div className="security-actions">
        <Button type="primary" danger={isDanger} htmlType="submit" loading={act.pending}>
          {verb}
        </Button>
        <Button onClick={onBack}>{texts.cancel}</Button>
      </div>
    </Form>
  )
}
