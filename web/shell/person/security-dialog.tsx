// Security of one's own account: second factor, sessions, linked identities.
import './security-dialog.css'
import { Button, Modal, Popconfirm, Tabs } from 'antd'
import { getOwnIdentities, type OwnIdentity, unbindOwnIdentity } from '#contract/identity/oauth.ts'
import { DIALOG_GUARD_MS } from '#contract/limits.ts'
import { formatMoment } from '#web/lib/format.ts'
import { useAct, useCall } from '#web/lib/query.ts'
import { useSecurityTexts } from '../texts/security.ts'
import { useTexts } from '../texts/texts.ts'
import { SecurityFactor } from './security-factor.tsx'
import { SecuritySessions } from './security-sessions.tsx'
import '../dialog-rows.css'

/** Configured providers (WeChat Work, WeChat): bound since when, and a button to unbind. */
function SecurityIdentities({ rows }: { rows: readonly OwnIdentity[] }) {
  const texts = useSecurityTexts()
  const unbind = useAct(unbindOwnIdentity, {
    guardMs: DIALOG_GUARD_MS,
    invalidates: [getOwnIdentities],
    success: texts.unbound,
  })
  return (
    <ul className="dialog-rows">
      {rows.map(({ provider, boundAt }) => (
        <li key={provider} className="dialog-row">
          <div>
            <div>{texts.providers[provider]}</div>
            <p className="security-hint">{boundAt ? texts.bound(formatMoment(boundAt)) : texts.notBound}</p>
          </div>
          {boundAt && (
            <Popconfirm
              title={texts.unbindQuestion(texts.providers[provider])}
              okText={texts.unbind}
              cancelText={texts.cancel}
              onConfirm={() => unbind.run({ provider })}
            >
              <Button loading={unbind.pending} aria-label={`${texts.unbind} ${texts.providers[provider]}`}>
                {texts.unbind}
              </Button>
            </Popconfirm>
          )}
        </li>
      ))}
    </ul>
  )
}

const WIDTH = 680

export default function SecurityDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { accountSecurity } = useTexts()
  const texts = useSecurityTexts()
  // no configured provider, no tab
  const { data: identities = [] } = useCall(getOwnIdentities, undefined, {
    enabled: open,
    call: { hideErrorMsg: true },
  })
  const identityTab = { key: 'identities', label: texts.identities, children: <SecurityIdentities rows={identities} /> }
  return (
    <Modal
      open={open}
      title={accountSecurity}
      width={WIDTH}
      footer={null}
      onCancel={onClose}
      mask={{ closable: false }}
      destroyOnHidden
    >
      <Tabs
        className="security-tabs"
        items={[
          { key: 'factor', label: texts.factor, children: <SecurityFactor /> },
          { key: 'sessions', label: texts.sessions, children: <SecuritySessions /> },
          ...(identities.length > 0 ? [identityTab] : []),
        ]}
      />
    </Modal>
  )
}
