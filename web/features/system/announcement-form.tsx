// A new announcement, or a stored one: one form with an edit flag.
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { type AnnouncementDetail, getAnnouncement } from '../../../contract/announcements.ts'
import { FormWaiting } from '../../kit/form-page.tsx'
import { listAddress } from '../../kit/list-address.ts'
import { useLeavePage } from '../../lib/leave-page.ts'
import { useCall } from '../../lib/query.ts'
import { AnnouncementEditor } from './announcement-editor.tsx'

const LIST = '/system/announcement'

function EditAnnouncement({ id, onLeave }: { id: string; onLeave: (address: string) => void }) {
  const [stored, setStored] = useState<AnnouncementDetail>()
  // What is being edited must not change under the hands: read once, anew each time the form is entered.
  const { data, error, isFetching, refetch } = useCall(getAnnouncement, { id }, { enabled: !stored, staleTime: 0 })
  if (!stored && data && !isFetching) setStored(data)
  if (!stored) return <FormWaiting error={isFetching ? null : error} onRetry={() => void refetch()} />
  const handleLeave = () => onLeave(listAddress(LIST))
  return (
    <AnnouncementEditor
      key={stored.version}
      stored={stored}
      onTakeTheirs={setStored}
      onSaved={handleLeave}
      onCancel={handleLeave}
    />
  )
}

export default function AnnouncementFormPage({ edit }: { edit: boolean }) {
  const leave = useLeavePage()
  const [address] = useSearchParams()
  const id = address.get('id') ?? ''
  if (edit) return <EditAnnouncement key={id} id={id} onLeave={leave} />
  return (
    <AnnouncementEditor
      stored={undefined}
      onTakeTheirs={() => undefined}
      onSaved={() => leave(LIST)}
      onCancel={() => leave(listAddress(LIST))}
    />
  )
}
