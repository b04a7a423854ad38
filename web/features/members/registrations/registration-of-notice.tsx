// Opens the registration of a notice on the page to which the notice leads.
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { getRegistration } from '#contract/members/registration-handling.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { notify } from '#web/lib/notify.ts'
import { useCall } from '#web/lib/query.ts'
import { useRegistrationActs } from './registration-acts.tsx'
import { RegistrationDetails } from './registration-details.tsx'

function NoticeDetails({ id, onClosed }: { id: string; onClosed: () => void }) {
  const { actionsOf, dialogs } = useRegistrationActs()
  const { data, isError } = useCall(getRegistration, { id }, { call: { hideErrorMsg: true }, staleTime: 0 })
  useEffect(() => {
    if (!isError || data) return
    notify.info('该注册已由其他同事处理')
    onClosed()
  }, [isError, data, onClosed])
  return (
    <>
      {data && <RegistrationDetails row={data} actionsOf={actionsOf} onClosed={onClosed} />}
      {dialogs}
    </>
  )
}

export default function RegistrationTold() {
  const [address, setAddress] = useSearchParams()
  const mayRead = useIsAllowed()(getRegistration)
  const id = /^[1-9]\d{0,18}$/.exec(address.get('registration') ?? '')?.[0]
  if (!id || !mayRead) return null
  const close = () =>
    setAddress(
      (now) => {
        const rest = new URLSearchParams(now)
        rest.delete('registration')
        return rest
      },
      { replace: true },
    )
  return <NoticeDetails key={id} id={id} onClosed={close} />
}
