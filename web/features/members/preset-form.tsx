// A new preset, or a stored one: one form with an edit flag.
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { getPreset, type PresetDetail } from '../../../contract/grant-presets.ts'
import type { SubProductKey } from '../../../contract/sub-products.ts'
import { FormWaiting } from '../../kit/form-page.tsx'
import { listAddress } from '../../kit/list-address.ts'
import { useLeavePage } from '../../lib/leave-page.ts'
import { useCall } from '../../lib/query.ts'
import { PresetEditor } from './preset-editor.tsx'
import { subProductPath } from './preset-words.tsx'

type EditProps = { subProduct: SubProductKey; id: string; onLeave: () => void }

function EditPreset({ subProduct, id, onLeave }: EditProps) {
  const [stored, setStored] = useState<PresetDetail>()
  // What is being edited must not change under the hands: read once, anew each time the form is entered.
  const { data, error, isFetching, refetch } = useCall(getPreset, { id }, { enabled: !stored, staleTime: 0 })
  if (!stored && data && !isFetching) setStored(data)
  if (!stored) return <FormWaiting error={isFetching ? null : error} onRetry={() => void refetch()} />
  return (
    <PresetEditor
      key={stored.version}
      subProduct={subProduct}
      stored={stored}
      onTakeTheirs={setStored}
      onSaved={onLeave}
      onCancel={onLeave}
    />
  )
}

export default function PresetFormPage({ subProduct, edit }: { subProduct: SubProductKey; edit: boolean }) {
  const leave = useLeavePage()
  const [address] = useSearchParams()
  const list = subProductPath(subProduct, 'quickAuthorization')
  const id = address.get('id') ?? ''
  if (edit) return <EditPreset key={id} subProduct={subProduct} id={id} onLeave={() => leave(listAddress(list))} />
  return (
    <PresetEditor
      subProduct={subProduct}
      stored={undefined}
      onTakeTheirs={() => undefined}
      onSaved={() => leave(list)}
      onCancel={() => leave(listAddress(list))}
    />
  )
}
