// A new staff account, or a stored one: one form with an edit flag (spec §2).
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { getUserInfoById, type UserDetail } from '../../../contract/organisation.ts'
import { FormWaiting } from '../../kit/form-page.tsx'
import { listAddress } from '../../kit/list-address.ts'
import { useCall } from '../../lib/query.ts'
import { AccountEditor } from './account-editor.tsx'

const LIST = '/userControl/accountCenter/userList'

/** Leaves for the list: back to the rows one came from, or to the whole list, where a new row stands first. */
type Leave = (address: string) => void

function CreateAccount({ onLeave }: { onLeave: Leave }) {
  const [round, setRound] = useState(0)
  const handleLeave = (address: string) => {
    // The page may be kept: the next account starts from an empty form.
    setRound(round + 1)
    onLeave(address)
  }
  return (
    <AccountEditor
      key={round}
      stored={undefined}
      onTakeTheirs={() => undefined}
      onSaved={() => handleLeave(LIST)}
      onCancel={() => handleLeave(listAddress(LIST))}
    />
  )
}

function EditAccount({ id, onLeave }: { id: string; onLeave: Leave }) {
  const [stored, setStored] = useState<UserDetail>()
  // What is being edited must not change under the hands: read once, anew each time the form is entered.
  const { data, error, isFetching, refetch } = useCall(getUserInfoById, { id }, { enabled: !stored, staleTime: 0 })
  if (!stored && data && !isFetching) setStored(data)
  if (!stored) return <FormWaiting error={isFetching ? null : error} onRetry={() => void refetch()} />
  const handleLeave = () => {
    setStored(undefined)
    onLeave(listAddress(LIST))
  }
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
  const navigate = useNavigate()
  const [address] = useSearchParams()
  const id = address.get('id') ?? ''
  const handleLeave: Leave = (path) => void navigate(path)
  if (!edit) return <CreateAccount onLeave={handleLeave} />
  return <EditAccount key={id} id={id} onLeave={handleLeave} />
}
