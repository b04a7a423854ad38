// Acts on signals: handle with a finding, and reopen.
import { Button, Form, Input } from 'antd'
import { type ReactNode, useState } from 'react'
import { queryAccountLogs } from '#contract/members/account-logs.ts'
import {
  getSignal,
  handleSignals,
  querySignals,
  reopenSignals,
  SIGNALS_MAX,
  type SignalRow,
} from '#contract/members/account-signals.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { useConfirmed } from '#web/kit/dialog/use-confirmed.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { notify } from '#web/lib/notify.ts'
import { useOpenPage } from '#web/lib/open-page.ts'
import { ChooseDialog } from '#web/pickers/choose-dialog.tsx'
import { pageOf } from '../accounts/account-labels.tsx'

const REMARK_MAX = 200
/** Frequent findings, offered as buttons. */
const phrases = ['已电话核实，为本人使用', '多人共用，已提醒客户', '已重置密码并强制下线']

type DialogProps = {
  signals: readonly SignalRow[]
  isSaving: boolean
  onSave: (remark: string) => Promise<boolean>
  onClosed: () => void
}

function HandleDialog({ signals, isSaving, onSave, onClosed }: DialogProps) {
  const [remark, setRemark] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [first] = signals
  const change = (next: string) => {
    setRemark(next)
    setMissing(false)
  }
  const save = async () => {
    if (remark.trim() !== '') return onSave(remark.trim())
    setMissing(true)
    return false
  }
  return (
    <ChooseDialog
      title={signals.length === 1 ? `处理异常：${first?.loginName}` : `处理 ${signals.length} 条异常`}
      width={480}
      verb="处理"
      isChanged={remark !== ''}
      isSaving={isSaving}
      onSave={save}
      onClosed={onClosed}
    >
      <Form layout="vertical" component="div">
        <Form.Item
          label="处理说明"
          colon={false}
          htmlFor="signal-remark"
          required
          {...(isMissing && { validateStatus: 'error' as const, help: '请输入处理说明' })}
        >
          <Input.TextArea
            id="signal-remark"
            rows={3}
            maxLength={REMARK_MAX}
            showCount
            value={remark}
            onChange={(event) => change(event.target.value)}
          />
        </Form.Item>
      </Form>
      <div className="signal-phrases">
        {phrases.map((phrase) => (
          <Button key={phrase} size="small" onClick={() => change(phrase)}>
            {phrase}
          </Button>
        ))}
      </div>
      <p className="log-hint">处理后重新计数：再次出现同样的情况会生成新的异常。</p>
    </ChooseDialog>
  )
}

type Wanted = { signals: readonly SignalRow[]; clear: () => void }

export type SignalActs = {
  actionsOf: (signal: SignalRow) => RowAction[]
  handle: (signals: readonly SignalRow[], clear?: () => void) => void
  dialogs: ReactNode
}

export function useSignalActs(): SignalActs {
  const openPage = useOpenPage()
  const isAllowed = useIsAllowed()
  const [wanted, setWanted] = useState<Wanted>()
  const common = { isDanger: false, invalidates: [querySignals, getSignal] }
  const reopening = useConfirmed(reopenSignals, { ...common, title: '撤销处理', verb: '撤销', success: '已撤销处理' })
  const handling = useConfirmed(handleSignals, {
    ...common,
    title: '处理异常',
    verb: '处理',
    onSuccess: (_, { ids }) => notify.undoable('已处理', () => void reopening.run({ ids })),
    onPartly: () => {
      wanted?.clear()
      setWanted(undefined)
    },
  })

  const handle: SignalActs['handle'] = (signals, clear = () => undefined) => {
    const open = signals.filter(({ state }) => state === 'open')
    if (open.length === 0) notify.info('所选异常均已处理')
    else if (open.length > SIGNALS_MAX) notify.warning(`一次最多处理 ${SIGNALS_MAX} 条`)
    else setWanted({ signals: open, clear })
  }

  const save = async (remark: string) => {
    if (!wanted) return true
    const done = await handling.run({ ids: wanted.signals.map(({ id }) => id), remark })
    if (done === undefined) return false
    wanted.clear()
    return true
  }

  const logOf = ({ subProduct, accountId, loginName }: SignalRow): RowAction[] => {
    const page = pageOf(subProduct, 'accountLog')
    if (page === undefined || !isAllowed(queryAccountLogs, subProduct)) return []
    const open = () => openPage(page, { accountId, tagName: `${loginName} 日志` })
    return [{ label: '账号日志', call: querySignals, run: open }]
  }

  const actionsOf = (signal: SignalRow): RowAction[] => [
    signal.state === 'open'
      ? { label: '处理', call: handleSignals, run: () => handle([signal]) }
      : { label: '撤销处理', call: reopenSignals, run: () => void reopening.run({ ids: [signal.id] }) },
    ...logOf(signal),
  ]

  const dialogs = (
    <>
      {wanted && (
        <HandleDialog
          signals={wanted.signals}
          isSaving={handling.pending}
          onSave={save}
          onClosed={() => setWanted(undefined)}
        />
      )}
      {handling.dialogs}
      {reopening.dialogs}
    </>
  )
  return { actionsOf, handle, dialogs }
}
