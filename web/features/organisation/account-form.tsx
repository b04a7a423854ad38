// A new staff account, or a stored one: one form with an edit flag (spec §2).
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { getUserInfoById, type UserDetail } from '../../../contract/organisation.ts'
import { FormWaiting } from '../../kit/form-page.tsx'
import { listAddress } from '../../kit/list-address.ts'
import { useLeavePage } from '../../lib/leave-page.ts'
import { useCall } from '../../lib/query.ts'
import { AccountEditor } from './account-editor.tsx'

const LIST = '/userControl/accountCenter/userList'

function EditAccount({ id, onLeave }: { id: string; onLeave: (address: string) => void }) {
  const [stored, setStored] = useState<UserDetail>()
  // What is being edited must not change under the hands: read once, anew each time the form is entered.
  const { data, error, isFetching, refetch } = useCall(getUserInfoById, { id }, { enabled: !stored, staleTime: 0 })
  if (!stored && data && !isFetching) setStored(data)
  if (!stored) return <FormWaiting error={isFetching ? null : error} onRetry={() => void refetch()} />
  const handleLeave = () => onLeave(listAddress(LIST))
  return (
    <AccountEditor
      key={stored.version}
      stored={stored}
      onTakeTheirs={setStored}
      onSaved={handleLeave}
      onCancel={handleLeave}
    />
  )
}

export default function AccountForm({ edit }: { edit: boolean }) {
  const leave = useLeavePage()
  const [address] = useSearchParams()
  const id = address.get('id') ?? ''
  if (edit) return <EditAccount key={id} id={id} onLeave={leave} />
  return (
    <AccountEditor
      stored={undefined}
      onTakeTheirs={() => undefined}
      // A new row stands first in the whole list.
      onSaved={() => leave(LIST)}
      onCancel={() => leave(listAddress(LIST))}
    />
  )
}
