// A new customer, or a stored one: one form with an edit flag.
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { type EnterpriseDetail, getEnterprise } from '../../../contract/customers.ts'
import { FormWaiting } from '../../kit/form-page.tsx'
import { listAddress } from '../../kit/list-address.ts'
import { useLeavePage } from '../../lib/leave-page.ts'
import { useCall } from '../../lib/query.ts'
import { CustomerEditor } from './customer-editor.tsx'

const LIST = '/userControl/customerManagement/customerList'

function EditCustomer({ id, onLeave }: { id: string; onLeave: (address: string) => void }) {
  const [stored, setStored] = useState<EnterpriseDetail>()
  // What is being edited must not change under the hands: read once, anew each time the form is entered.
  const { data, error, isFetching, refetch } = useCall(getEnterprise, { id }, { enabled: !stored, staleTime: 0 })
  if (!stored && data && !isFetching) setStored(data)
  if (!stored) return <FormWaiting error={isFetching ? null : error} onRetry={() => void refetch()} />
  const handleLeave = () => onLeave(listAddress(LIST))
  return (
    <CustomerEditor
      key={stored.version}
      stored={stored}
      onTakeTheirs={setStored}
      onSaved={handleLeave}
      onCancel={handleLeave}
    />
  )
}

export default function CustomerForm({ edit }: { edit: boolean }) {
  const leave = useLeavePage()
  const [address] = useSearchParams()
  const id = address.get('id') ?? ''
  if (edit) return <EditCustomer key={id} id={id} onLeave={leave} />
  return (
    <CustomerEditor
      stored={undefined}
      onTakeTheirs={() => undefined}
      // A new row stands first in the whole list.
      onSaved={() => leave(LIST)}
      onCancel={() => leave(listAddress(LIST))}
    />
  )
}
