// Registrations that came in since the list was loaded: said quietly, shown when asked for, so that no row moves by itself.
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Page } from '../../../../contract/envelope.ts'
import {
  queryRegistrations,
  type RegistrationQuery,
  type RegistrationRow,
} from '../../../../contract/members/registration-handling.ts'
import { useActive } from '../../../lib/active.ts'
import { call } from '../../../lib/call.ts'
import { useRegistrationNews } from '../../../lib/live/registration-news.ts'

/** Several at once are asked about once, ms. */
const TOGETHER_MS = 300
const shown = { queryKey: [queryRegistrations.path], type: 'active' } as const

export function RegistrationNews() {
  const client = useQueryClient()
  const isActive = useActive()
  const told = useRegistrationNews()
  const asked = useRef(told)
  /** How many more the list would have than at the time of its rows. */
  const [more, setMore] = useState({ count: 0, loadedAt: 0 })
  const query = () => client.getQueryCache().findAll(shown)[0]

  useEffect(() => {
    if (!isActive || told === asked.current) return
    const timer = setTimeout(async () => {
      asked.current = told
      const list = query()
      const page = list?.state.data as Page<RegistrationRow> | undefined
      if (!list || !page) return
      // whether it belongs to this list, within its filters and the person's scope, the server knows
      const input = { ...(list.queryKey[1] as RegistrationQuery), current: 1, size: 1 }
      const now = await call(queryRegistrations, input, { hideErrorMsg: true }).catch(() => null)
      if (now) setMore({ count: now.total - page.total, loadedAt: list.state.dataUpdatedAt })
    }, TOGETHER_MS)
    return () => clearTimeout(timer)
  })

  const loadedAt = useSyncExternalStore(
    (listen) => client.getQueryCache().subscribe(listen),
    () => query()?.state.dataUpdatedAt ?? 0,
  )
  if (more.count <= 0 || loadedAt !== more.loadedAt) return null
  const show = () => {
    setMore({ count: 0, loadedAt: 0 })
    void client.invalidateQueries({ queryKey: [queryRegistrations.path] })
  }
  return (
    <span role="status">
      <Button type="link" size="small" onClick={show}>
        {`有 ${more.count} 条新注册`}
      </Button>
    </span>
  )
}
