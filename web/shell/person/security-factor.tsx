// The second factor: its state, turning it on and off, and new recovery codes.
import { CopyOutlined, DownloadOutlined } from '@ant-design/icons'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import type { Endpoint, Input as InputOf } from '#contract/endpoint.ts'
import {
  beginSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
  switchOffSecondFactor,
} from '#contract/identity/account-security.ts'
import { DIALOG_GUARD_MS } from '#contract/limits.ts'
import { showRefusal } from '#web/kit/dialog/show-refusal.ts'
import { Status } from '#web/kit/table/status.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { type ActOptions, useAct, useCall } from '#web/lib/query.ts'
import { saveBlob } from '#web/lib/save-blob.ts'
import { useSecurityTexts } from '../texts/security.ts'
import { useCopy } from '../use-copy.ts'
import { SecurityBody } from './security-body.tsx'
import { SecurityScan } from './security-scan.tsx'

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

/** Re-authentication by password and, if a second factor is on, a code; then runs the act. */
function SecurityProof<E extends Endpoint>(props: Props<E>) {
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

const download = (name: string, text: string) => saveBlob(name, new Blob([text], { type: 'text/plain;charset=utf-8' }))

/** The recovery codes, shown once, to copy or download. */
function SecurityCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const texts = useSecurityTexts()
  const copy = useCopy()
  const text = `${codes.join('\r\n')}\r\n`
  return (
    <section className="security-form" aria-live="polite">
      <h3>{texts.codesTitle}</h3>
      <p className="security-hint">{texts.codesHint}</p>
      <ul className="security-codes" aria-label={texts.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="security-actions">
        <Button icon={<CopyOutlined />} onClick={() => copy(text)}>
          {texts.copy}
        </Button>
        <Button icon={<DownloadOutlined />} onClick={() => download(texts.fileName, text)}>
          {texts.download}
        </Button>
        <Button type="primary" onClick={onDone}>
          {texts.saved}
        </Button>
      </div>
    </section>
  )
}

/** At or below this number a hint suggests new codes. */
const FEW_CODES = 3

type View =
  | { kind: 'state' | 'on' | 'renew' | 'off' }
  | { kind: 'scan'; secret: string; uri: string }
  | { kind: 'codes'; codes: readonly string[] }

const state: View = { kind: 'state' }
const guardMs = DIALOG_GUARD_MS
const invalidates = [getSecondFactor]

export function SecurityFactor() {
  const texts = useSecurityTexts()
  const read = useCall(getSecondFactor)
  const [view, setView] = useState<View>(state)
  const back = () => setView(state)
  const showCodes = ({ recoveryCodes }: { recoveryCodes: string[] }) => setView({ kind: 'codes', codes: recoveryCodes })

  switch (view.kind) {
    case 'on':
      return (
        <SecurityProof
          key="on"
          endpoint={beginSecondFactor}
          input={({ password }) => ({ password })}
          title={texts.proveTitle}
          verb={texts.next}
          onBack={back}
          options={{ guardMs, onSuccess: (begun) => setView({ kind: 'scan', ...begun }) }}
        />
      )
    case 'scan':
      return <SecurityScan {...view} onBack={back} onDone={showCodes} />
    case 'codes':
      return <SecurityCodes codes={view.codes} onDone={back} />
    case 'renew':
      return (
        <SecurityProof
          key="renew"
          withCode
          endpoint={renewRecoveryCodes}
          input={(proof) => proof}
          title={texts.renew}
          hint={texts.renewHint}
          verb={texts.renew}
          onBack={back}
          options={{ guardMs, invalidates, onSuccess: showCodes }}
        />
      )
    case 'off':
      return (
        <SecurityProof
          key="off"
          withCode
          isDanger
          endpoint={switchOffSecondFactor}
          input={(proof) => proof}
          title={texts.turnOff}
          hint={texts.turnOffHint}
          verb={texts.turnOff}
          onBack={back}
          options={{ guardMs, invalidates, success: texts.turnedOff, onSuccess: back }}
        />
      )
    case 'state':
      return (
        <SecurityBody read={read}>
          {({ isOn, since, recoveryCodesLeft }) => (
            <div className="security-state">
              <Status tone={isOn ? 'good' : 'idle'}>{isOn ? texts.on : texts.off}</Status>
              <p className="security-hint">
                {isOn ? `${texts.since(formatMoment(since))} · ${texts.left(recoveryCodesLeft)}` : texts.offHint}
              </p>
              {isOn && recoveryCodesLeft <= FEW_CODES && <p className="security-warning">{texts.few}</p>}
              <div className="security-actions">
                {isOn ? (
                  <>
                    <Button onClick={() => setView({ kind: 'renew' })}>{texts.renew}</Button>
                    <Button danger onClick={() => setView({ kind: 'off' })}>
                      {texts.turnOff}
                    </Button>
                  </>
                ) : (
                  <Button type="primary" onClick={() => setView({ kind: 'on' })}>
                    {texts.turnOn}
                  </Button>
                )}
              </div>
            </div>
          )}
        </SecurityBody>
      )
  }
}
