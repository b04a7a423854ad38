// The second factor: its state, and the ways to turn it on, to get new recovery codes, and to turn it off.
import { Button } from 'antd'
import { useState } from 'react'
import {
  beginSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
  switchOffSecondFactor,
} from '../../../contract/identity/account-security.ts'
import { DIALOG_GUARD_MS } from '../../../contract/limits.ts'
import { Status } from '../../kit/table/status.tsx'
import { formatMoment } from '../../lib/format.ts'
import { useCall } from '../../lib/query.ts'
import { useSecurityTexts } from '../texts/security.ts'
import { SecurityBody } from './security-body.tsx'
import { SecurityCodes } from './security-codes.tsx'
import { SecurityProof } from './security-proof.tsx'
import { SecurityScan } from './security-scan.tsx'

/** With this few left, the person is advised to make new ones. */
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
