// Whether the audit log is whole: computes the chain of hashes anew and names every row that does not fit.
import { SafetyCertificateOutlined } from '@ant-design/icons'
import { App, Button } from 'antd'
import { type ChainState, checkAuditChain } from '../../../contract/system/audit-log.ts'
import { Can } from '../../kit/can.tsx'
import { useAct } from '../../lib/query.ts'

const isWhole = ({ brokenCount, headFault }: ChainState) => brokenCount === 0 && headFault === null

function sayFaults({ broken, brokenCount, headFault }: ChainState): string {
  const rest = brokenCount > broken.length ? `等 ${brokenCount} 条` : ''
  return [
    ...(brokenCount > 0 ? [`第 ${broken.join('、')} 号${rest}记录被改动或删除。`] : []),
    ...(headFault === 'cut' ? ['数据目录中记下的校验值不在链中：链尾被截断，或整条链被重新生成。'] : []),
    ...(headFault === 'forged' ? ['数据目录中记下的校验值被改动。'] : []),
    '请保留服务器和数据库的现状，并与备份核对。',
  ].join('')
}

function sayState(state: ChainState) {
  const { sealed, waiting, head } = state
  if (!isWhole(state)) return { title: '审计链不完整', content: sayFaults(state) }
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
      // wide enough for the 200 numbers that may be named: the button stays in the window
      const width = isWhole(state) ? 416 : 800
      modal[isWhole(state) ? 'success' : 'error']({ ...sayState(state), width, okText: '知道了' })
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
