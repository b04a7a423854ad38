// What can be done with a preset: applied, edited, copied, deleted; and the two acts on many accounts.
import { type ReactNode, useState } from 'react'
import {
  applyPreset,
  copyPreset,
  editPreset,
  type PresetRow,
  queryPresets,
  removePreset,
} from '../../../../contract/members/grant-presets.ts'
import type { SubProductKey } from '../../../../contract/sub-products.ts'
import { useConfirm } from '../../../kit/dialog/confirm.tsx'
import { useRemoval } from '../../../kit/dialog/use-confirmed.tsx'
import type { RowAction } from '../../../kit/list/row-use.ts'
import { notify } from '../../../lib/notify.ts'
import { useOpenPage } from '../../../lib/open-page.ts'
import { useAct } from '../../../lib/query.ts'
import { type ApplyVerb, PresetApply } from './preset-apply.tsx'
import { subProductPath } from './preset-labels.tsx'

type Acts = {
  actionsOf: (preset: PresetRow) => RowAction[]
  /** One of the acts that begin with choosing a preset. */
  begin: (verb: ApplyVerb) => void
  dialogs: ReactNode
}

export function usePresetActs(subProduct: SubProductKey): Acts {
  const openPage = useOpenPage()
  const [confirm, confirmation] = useConfirm()
  const [applying, setApplying] = useState<{ verb: ApplyVerb; preset: PresetRow | undefined }>()
  const copy = useAct(copyPreset, {
    invalidates: [queryPresets],
    onSuccess: ({ name }) => notify.success(`已复制为“${name}”`),
  })
  const remove = useRemoval(removePreset, {
    invalidates: [queryPresets],
  })

  const actionsOf = (preset: PresetRow): RowAction[] => {
    const { id, name } = preset
    const apply: RowAction = {
      label: '授权',
      call: applyPreset,
      run: () => setApplying({ verb: 'apply', preset }),
    }
    return [
      ...(preset.isEnabled ? [apply] : []),
      {
        label: '编辑',
        call: editPreset,
        run: () => openPage(`${subProductPath(subProduct, 'quickAuthorization')}/editForm`, { id, tagName: name }),
      },
      { label: '复制', call: copyPreset, run: () => void copy.run({ id }) },
      {
        label: '删除',
        call: removePreset,
        isDanger: true,
        run: () =>
          confirm({
            title: `删除方案“${name}”？`,
            content: '已经按它授权的账号不受影响，删除后不能恢复。',
            verb: '删除',
            run: () => remove.run({ id }),
          }),
      },
    ]
  }

  const dialogs = (
    <>
      {confirmation}
      {applying && <PresetApply {...applying} subProduct={subProduct} onClosed={() => setApplying(undefined)} />}
      {remove.dialogs}
    </>
  )
  return { actionsOf, begin: (verb) => setApplying({ verb, preset: undefined }), dialogs }
}
