// One batch of grants: the form, a preview (600), then the job's progress and the outcome of each account.
import { Alert, Form } from 'antd'
import { useId, useState } from 'react'
import type { DataOf, Endpoint, Input } from '#contract/endpoint.ts'
import { queryAccounts } from '#contract/members/accounts.ts'
import {
  type BatchKind,
  batchExtend,
  batchGrant,
  batchKindLabels,
  batchRevoke,
} from '#contract/members/grant-batches.ts'
import type { GrantPreview } from '#contract/members/grant-preview.ts'
import { grantableProducts, grantsOfAccount } from '#contract/members/grants.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { queryOwnJobs } from '#contract/system/jobs.ts'
import { EditFrame, useEditDialog } from '#web/kit/dialog/edit-dialog.tsx'
import { useConfirmed } from '#web/kit/dialog/use-confirmed.tsx'
import { useDialogGuard } from '#web/kit/dialog/use-dialog-guard.ts'
import { isChangedFrom } from '#web/kit/form/use-draft.rules.ts'
import { queryClient, useAct } from '#web/lib/query.ts'
import { serverToday } from '#web/lib/server-clock.ts'
import { type BatchTarget, type BatchValues, targetLabel, usualValues, wishOf } from './batch-grant.rules.ts'
import { BatchGrantForm } from './batch-grant-form.tsx'
import { BatchGrantProgress } from './batch-grant-progress.tsx'
import { GrantPreviewTable } from './grant-preview.tsx'

const WIDTH = 680

type Common = {
  subProduct: SubProductKey
  target: BatchTarget
  /** Whether trials may be among them, of which an extension asks what they become. */
  asksTrials: boolean
  /** Clears the list's selection once the batch has started. */
  clear: () => void
  onClosed: () => void
}
type Started = DataOf<typeof batchGrant>
type FrameProps<E> = Common & {
  kind: BatchKind
  endpoint: E
  input: (values: BatchValues, productIds: string[]) => Input<E>
}

const shownIn = [queryAccounts, grantsOfAccount, queryOwnJobs]
const readAnew = () => {
  for (const { path } of shownIn) void queryClient.invalidateQueries({ queryKey: [path] })
}

function Frame<E extends Endpoint<(typeof batchGrant)['data']>>(props: FrameProps<E>) {
  const { kind, endpoint, input, subProduct, target, asksTrials, clear, onClosed } = props
  const word = batchKindLabels[kind]
  const [started, setStarted] = useState<Started>()
  const [refusal, setRefusal] = useState('')
  const [today] = useState(() => serverToday())
  const [form] = Form.useForm<BatchValues>()
  const name = useId()
  const guard = useDialogGuard()
  const find = useAct(grantableProducts, { guardMs: 0, onRefusal: ({ msg }) => setRefusal(msg) })
  const act = useConfirmed<E, GrantPreview>(endpoint, {
    title: word,
    verb: `开始${word.slice(2)}`,
    isDanger: kind === 'revoke',
    preview: (preview) => <GrantPreviewTable {...preview} />,
    invalidates: [queryOwnJobs],
    onSuccess: (data) => {
      setStarted(data as Started)
      clear()
    },
    onRefusal: ({ msg }) => setRefusal(msg),
  })
  const handleFinish = async (values: BatchValues) => {
    setRefusal('')
    const chosen = values.values ?? []
    const products = chosen.length > 0 ? await find.run({ subProduct, values: [...chosen] }) : []
    if (products)
      await act.run(
        input(
          { ...usualValues(today), ...values },
          products.map(({ id }) => id),
        ),
      )
  }
  const dialog = useEditDialog(onClosed, () => !started && isChangedFrom(usualValues(today), form.getFieldsValue(true)))
  return (
    <>
      <EditFrame
        title={`${word}：${targetLabel(target)}`}
        width={WIDTH}
        dialog={dialog}
        verb="下一步"
        form={name}
        isSaving={find.pending || act.pending}
        onSaveKey={() => form.submit()}
        result={
          started && <BatchGrantProgress batchId={started.id} jobId={started.jobId} name={word} onEnded={readAnew} />
        }
      >
        {refusal && <Alert className="grant-alert" type="error" showIcon title={refusal} />}
        <BatchGrantForm
          name={name}
          kind={kind}
          subProduct={subProduct}
          asksTrials={asksTrials}
          form={form}
          initial={usualValues(today)}
          today={today}
          onFinish={(values) => guard(() => void handleFinish(values))}
        />
      </EditFrame>
      {act.dialogs}
    </>
  )
}

export function BatchGrantDialog({ kind, ...common }: Common & { kind: BatchKind }) {
  const { subProduct, target } = common
  const whom = { subProduct, ...target }
  const reasonOf = ({ reason }: BatchValues) => reason.trim()
  if (kind === 'grant')
    return (
      <Frame
        {...common}
        kind={kind}
        endpoint={batchGrant}
        input={(values, productIds) => ({ ...whom, wish: wishOf(values, productIds), reason: reasonOf(values) })}
      />
    )
  if (kind === 'extend')
    return (
      <Frame
        {...common}
        kind={kind}
        endpoint={batchExtend}
        input={({ days, trialKind, ...values }) => ({
          ...whom,
          reason: values.reason.trim(),
          wish: { days, ...(trialKind && { trialKind }) },
        })}
      />
    )
  return (
    <Frame
      {...common}
      kind={kind}
      endpoint={batchRevoke}
      input={(values, productIds) => ({ ...whom, wish: { productIds }, reason: reasonOf(values) })}
    />
  )
}
