// Whether the audit log is whole: computes the chain of hashes anew and says where it breaks.
import { SafetyCertificateOutlined } from '@ant-design/icons'
import { App, Button } from 'antd'
import { type ChainState, checkAuditChain } from '../../../contract/audit-log.ts'
import { Can } from '../../kit/can.tsx'
import { useAct } from '../../lib/query.ts'

function sayState({ sealed, waiting, head, brokenAt }: ChainState) {
  if (brokenAt !== null)
    return { title: '审计链不完整', content: `第 ${brokenAt} 号记录被改动或删除，请立即联系管理员。` }
  const parts = [
    sealed > 0 ? `已封存的 ${sealed} 条记录均未被改动。` : '尚无已封存的记录。',
    ...(waiting > 0 ? [`${waiting} 条新记录将在一分钟内封存。`] : []),
    ...(head ? [`最新校验值 ${head.slice(0, 16)}…`] : []),
  ]
  return { title: '审计链完整', content: parts.join('') }
}

export function AuditChain() {
  const { modal } = App.useApp()
  const { run, pending } = useAct(checkAuditChain, {
    onSuccess: (state) => {
      modal[state.brokenAt === null ? 'success' : 'error']({ ...sayState(state), okText: '知道了' })
    },
  })
  return (
    <Can call={checkAuditChain}>
      <Button icon={<SafetyCertificateOutlined />} loading={pending} onClick={() => void run()}>
        校验审计链
      </Button>
    </Can>
  )
}
