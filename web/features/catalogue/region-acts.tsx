// Actions on regions, with their confirmations.
import { useQueryClient } from '@tanstack/react-query'
import { Input } from 'antd'
import { type ReactNode, useState } from 'react'
import {
  delRegionById,
  editRegion,
  getCityTree,
  getRegionById,
  getRegionListByParentId,
  type RegionFound,
  saveOrUpdRegion,
  searchRegionList,
} from '#contract/catalogue/regions.ts'
import type { RowInUse } from '#contract/envelope.ts'
import { errors } from '#contract/errors.ts'
import { DIALOG_GUARD_MS } from '#contract/limits.ts'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { InUseDialog } from '#web/kit/dialog/in-use-dialog.tsx'
import { type Labels, textOrDash } from '#web/kit/form/differences.ts'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { actText } from '#web/lib/act-toast.ts'
import { notify } from '#web/lib/notify.ts'
import { useAct, useCall } from '#web/lib/query.ts'
import { RegionPicker } from '#web/pickers/region-picker.tsx'

export const regionReads = [searchRegionList, getCityTree, getRegionListByParentId] as const

type Above = { id: string; name: string } | null
type Dialog = { region: RegionFound } | { above: Above }
type Values = { regionName: string; code: string; parentId: string | null }

const valuesOf = ({ regionName, code, parentId }: RegionFound): Values => ({ regionName, code, parentId })

function RegionPath({ id }: { id: string | null }) {
  const { data } = useCall(getRegionById, { id: id ?? '' }, { enabled: id !== null })
  return data?.path ?? '—'
}

const labels: Labels<Values> = {
  regionName: ['地区名称', textOrDash],
  code: ['区划代码', textOrDash],
  parentId: ['上级地区', (id) => <RegionPath id={id} />],
}

const kinds = ['省', '市', '区县'] as const

function RegionForm({ dialog, onClosed }: { dialog: Dialog; onClosed: () => void }) {
  const region = 'region' in dialog ? dialog.region : undefined
  const above = 'above' in dialog ? dialog.above : null
  const place = above ? `新增地区：${above.name} 的下级` : '新增省级地区'
  const parentLevel = region?.level === 2 ? 1 : region?.level === 3 ? 2 : undefined
  return (
    <FormDialog<typeof saveOrUpdRegion, Values, RegionFound>
      title={region ? `编辑地区：${region.regionName}` : place}
      endpoint={saveOrUpdRegion}
      initial={{
        regionName: region?.regionName ?? '',
        code: region?.code ?? '',
        parentId: region ? region.parentId : (above?.id ?? null),
      }}
      stored={region && { row: region, valuesOf, labels }}
      input={({ parentId = above?.id ?? null, ...values }) =>
        region ? { pkId: region.pkId, version: region.version, parentId, ...values } : { parentId, ...values }
      }
      success={actText(region ? 'edit' : 'add')}
      invalidates={regionReads}
      verb="保存"
      onClosed={onClosed}
    >
      <Field of={saveOrUpdRegion} name="regionName" />
      <Field of={saveOrUpdRegion} name="code" hint="2位省级、4位市级或6位县级，不能重复；可以不填。">
        <Input maxLength={6} inputMode="numeric" autoComplete="off" />
      </Field>
      {parentLevel && (
        <Field of={saveOrUpdRegion} name="parentId" isRequired hint="改变上级时，下级地区一起移动。">
          <RegionPicker level={parentLevel} />
        </Field>
      )}
    </FormDialog>
  )
}

export type RegionActs = {
  add: (above: Above) => void
  actionsOf: (region: RegionFound) => RowAction[]
  dialogs: ReactNode
}

export function useRegionActs(): RegionActs {
  const client = useQueryClient()
  const [dialog, setDialog] = useState<Dialog>()
  const [inUse, setInUse] = useState<RowInUse[]>()
  const [confirm, confirmation] = useConfirm()
  const removal = useAct(delRegionById, {
    invalidates: regionReads,
    guardMs: DIALOG_GUARD_MS,
    success: actText('delete'),
    onRefusal: ({ code, data, msg, isShown }) => {
      if (code === errors.inUse.code) setInUse(data as RowInUse[])
      else if (!isShown) notify.error(msg)
    },
  })
  /** Refetch on close: after a save refused as stale (601), reopening the row must use the newer version. */
  const handleClosed = () => {
    setDialog(undefined)
    void client.invalidateQueries({ queryKey: [searchRegionList.path] })
  }
  return {
    add: (above) => setDialog({ above }),
    actionsOf: (region) => [
      { label: '编辑', call: editRegion, run: () => setDialog({ region }) },
      {
        label: '删除',
        call: delRegionById,
        isDanger: true,
        run: () =>
          confirm({
            title: `删除${kinds[region.level - 1]}“${region.regionName}”？`,
            content: '有下级地区的不能删除。删除后不能恢复。',
            verb: '删除',
            run: () => removal.run({ id: region.pkId }),
          }),
      },
    ],
    dialogs: (
      <>
        {confirmation}
        {dialog && <RegionForm dialog={dialog} onClosed={handleClosed} />}
        {inUse && <InUseDialog rows={inUse} onClosed={() => setInUse(undefined)} />}
      </>
    ),
  }
}
