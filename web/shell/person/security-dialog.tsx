// The security of one's own account: second factor, open sessions, identities of other providers.
import './security-dialog.css'
import { Modal, Tabs } from 'antd'
import { getOwnIdentities } from '../../../contract/identity/oauth.ts'
import { useCall } from '../../lib/query.ts'
import { useSecurityTexts } from '../texts/security.ts'
import { useTexts } from '../texts/texts.ts'
import { SecurityFactor } from './security-factor.tsx'
import { SecurityIdentities } from './security-identities.tsx'
import { SecuritySessions } from './security-sessions.tsx'

const WIDTH = 680

export default function SecurityDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { accountSecurity } = useTexts()
  const texts = useSecurityTexts()
  // without a provider there is nothing to say about them
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
