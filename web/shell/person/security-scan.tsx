// Step of setting up the second factor: scan the QR code or type the secret, then confirm with a first code.
import { CopyOutlined } from '@ant-design/icons'
import { Button, Form, Input, QRCode } from 'antd'
import type { DataOf } from '#contract/endpoint.ts'
import { confirmSecondFactor, getSecondFactor } from '#contract/identity/account-security.ts'
import { DIALOG_GUARD_MS } from '#contract/limits.ts'
import { showRefusal } from '#web/kit/dialog/show-refusal.ts'
import { useAct } from '#web/lib/query.ts'
import { useSecurityTexts } from '../texts/security.ts'
import { useCopy } from '../use-copy.ts'

const SIZE = 168
const GROUP = /.{1,4}/g

type Props = {
  secret: string
  uri: string
  onBack: () => void
  onDone: (data: DataOf<typeof confirmSecondFactor>) => void
}

export function SecurityScan({ secret, uri, onBack, onDone }: Props) {
  const texts = useSecurityTexts()
  const copy = useCopy()
  const [form] = Form.useForm<{ code: string }>()
  const confirm = useAct(confirmSecondFactor, {
    guardMs: DIALOG_GUARD_MS,
    invalidates: [getSecondFactor],
    onSuccess: onDone,
    onRefusal: (refusal) => showRefusal(form, refusal),
  })
  return (
    <div className="security-scan">
      <figure>
        {/* dark on light in both modes: many scanners cannot read inverted codes */}
        <QRCode aria-label={texts.qr} value={uri} size={SIZE} type="svg" color="black" bgColor="white" />
      </figure>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={({ code }: { code: string }) => void confirm.run({ code })}
      >
        <h3>{texts.scan}</h3>
        <p className="security-hint">{texts.scanHint}</p>
        <p className="security-secret">
          <span>{texts.secret}</span>
          <code>{secret.match(GROUP)?.join(' ')}</code>
          <Button
            type="text"
            size="small"
            aria-label={texts.copySecret}
            icon={<CopyOutlined />}
            onClick={() => copy(secret)}
          />
        </p>
        <Form.Item
          name="code"
          label={texts.enterCode}
          normalize={(typed: string) => typed.replace(/\D/g, '').slice(0, 6)}
          rules={[{ required: true, message: texts.noCode }]}
        >
          <Input autoFocus inputMode="numeric" autoComplete="one-time-code" />
        </Form.Item>
        <div className="security-actions">
          <Button type="primary" htmlType="submit" loading={confirm.pending}>
            {texts.confirm}
          </Button>
          <Button onClick={onBack}>{texts.cancel}</Button>
        </div>
      </Form>
    </div>
  )
}
