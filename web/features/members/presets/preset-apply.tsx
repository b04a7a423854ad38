// Applies a preset to accounts, or revokes it: choice, preview by account, outcome by account.
import './preset-apply.css'
import { Input, Select } from 'antd'
import { useId, useState } from 'react'
import { PAGE_SIZE_MAX } from '#contract/limits.ts'
import {
  applyPreset,
  batchApplyPreset,
  batchRevokePreset,
  PRESET_ACCOUNTS_MAX,
  PRESET_AT_ONCE,
  type PresetAccount,
  type PresetPreview,
  type PresetRow,
  presetCalls,
  searchPresetAccounts,
} from '#contract/members/grant-presets.ts'
import { grantKindLabels } from '#contract/members/members.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { queryOwnJobs } from '#contract/system/jobs.ts'
import { useConfirmed } from '#web/kit/dialog/use-confirmed.tsx'
import { byLabel } from '#web/kit/picker/by-label.ts'
import { JobProgress } from '#web/kit/sheets/job-progress.tsx'
import { notify } from '#web/lib/notify.ts'
import { useCall } from '#web/lib/query.ts'
import { ChooseDialog } from '#web/pickers/choose-dialog.tsx'
import { PresetAccounts } from './preset-accounts.tsx'

const calls = { apply: applyPreset, batchApply: batchApplyPreset, batchRevoke: batchRevokePreset }
export type ApplyVerb = keyof typeof calls

const words: Readonly<Record<ApplyVerb, string>> = { apply: '授权', batchApply: '授权', batchRevoke: '取消授权' }

function Lines({ text, lines, more }: PresetPreview) {
  return (
    <>
      <p>{text}</p>
      <table className="preset-lines">
        <thead>
          <tr>
            <th scope="col">账号</th>
            <th scope="col">企业</th>
            <th scope="col">现截止日期</th>
            <th scope="col">结果</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ id, name, enterprise, before, after, refusal }) => (
            <tr key={id}>
              <td>{name}</td>
              <td>{enterprise}</td>
              <td>{before ?? '—'}</td>
              <td className={refusal ? 'preset-refused' : undefined}>
                {refusal ? `不处理：${refusal}` : after === null ? '取消' : `授权至 ${after}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p className="preset-faint">{`还有 ${more} 个账号未列出`}</p>}
    </>
  )
}

type PresetApplyProps = {
  subProduct: SubProductKey
  verb: ApplyVerb
  /** Preselected if the dialog was opened from a preset's row. */
  preset?: PresetRow
  onClosed: () => void
}

function PresetChoice({
  id,
  subProduct,
  verb,
  value,
  onChange,
}: {
  id: string
  subProduct: SubProductKey
  verb: ApplyVerb
  value: string | undefined
  onChange: (id: string) => void
}) {
  const enabled = verb === 'batchRevoke' ? {} : { isEnabled: true }
  const query = { subProduct, ...enabled, size: PAGE_SIZE_MAX, ascs: ['name' as const] }
  const { data, isFetching } = useCall(presetCalls.list, query)
  const options = (data?.records ?? []).map((each) => ({
    value: each.id,
    label: `${each.name}（${grantKindLabels[each.kind]} ${each.days} 天）`,
  }))
  return (
    <Select
      id={id}
      style={{ width: '100%' }}
      placeholder="请选择方案"
      loading={isFetching}
      showSearch={byLabel}
      options={options}
      value={value ?? null}
      onChange={(next) => next && onChange(next)}
    />
  )
}

const REASON_MAX = 200

export function PresetApply({ subProduct, verb, preset, onClosed }: PresetApplyProps) {
  const fields = useId()
  const [presetId, setPresetId] = useState(preset?.id)
  const [chosen, setChosen] = useState<PresetAccount[]>([])
  const [reason, setReason] = useState('')
  const [jobId, setJobId] = useState<string>()
  const word = words[verb]
  const title = preset ? `按方案“${preset.name}”${word}` : `批量${word}`
  const max = verb === 'apply' ? PRESET_AT_ONCE : PRESET_ACCOUNTS_MAX
  const act = useConfirmed<(typeof calls)[ApplyVerb], PresetPreview>(calls[verb], {
    title,
    verb: word,
    isDanger: verb === 'batchRevoke',
    preview: (shown) => <Lines {...shown} />,
    invalidates: [presetCalls.list, searchPresetAccounts, queryOwnJobs],
    onSuccess: ({ done, jobId: started }) => {
      if (started !== null) return setJobId(started)
      notify.success(`${word}成功，共 ${done} 个账号`)
      onClosed()
    },
    onPartly: onClosed,
  })
  const handleSave = async () => {
    if (presetId === undefined) notify.warning('请选择方案')
    else if (chosen.length === 0) notify.warning('请选择账号')
    else if (verb === 'batchRevoke' && reason.trim() === '') notify.warning('请输入原因')
    else if (chosen.length > max) notify.warning(`一次最多 ${max} 个账号`)
    else await act.run({ id: presetId, accountIds: chosen.map(({ id }) => id), reason: reason.trim() })
    return false
  }
  return (
    <>
      <ChooseDialog
        title={title}
        width={720}
        verb="下一步"
        isChanged={jobId === undefined && (presetId !== preset?.id || chosen.length > 0 || reason !== '')}
        isSaving={act.pending}
        result={
          jobId && (
            <>
              <JobProgress id={jobId} />
              <p className="preset-faint">可以关闭窗口，任务在后台继续，逐个结果在右上角的下载中心。</p>
            </>
          )
        }
        onSave={handleSave}
        onClosed={onClosed}
      >
        <div className="preset-form">
          {!preset && (
            <>
              <label htmlFor={`${fields}-preset`}>方案</label>
              <PresetChoice
                id={`${fields}-preset`}
                subProduct={subProduct}
                verb={verb}
                value={presetId}
                onChange={setPresetId}
              />
            </>
          )}
          <span>账号</span>
          <PresetAccounts subProduct={subProduct} max={max} chosen={chosen} onChange={setChosen} />
          <label htmlFor={`${fields}-reason`}>原因</label>
          <Input
            id={`${fields}-reason`}
            value={reason}
            maxLength={REASON_MAX}
            placeholder={verb === 'batchRevoke' ? '必填，记入授权变更记录' : '选填，记入授权变更记录'}
            onChange={({ target }) => setReason(target.value)}
          />
        </div>
      </ChooseDialog>
      {act.dialogs}
    </>
  )
}
