// Entry of the check-in page: no console, no component library, so that a phone at a door has it at once and keeps it.
import '#web/styles/base.css'
import '#web/check-in/check-in.css'
import { openDoor, type ScanResult, SEARCH_MIN, searchHeads, undoScan } from '#contract/meetings/door.ts'
import { Desk, type Door, deliver, isRefusal, refusedBy, type Shown, type Staff } from '#web/check-in/desk.ts'
import { keepForOffline } from '#web/check-in/offline.ts'
import { codeOf, latestOnly, timeText } from '#web/check-in/rules.ts'
import { canScan, scan } from '#web/check-in/scanner.ts'
import { openStore, type Store } from '#web/check-in/store.ts'
import { call, failureText, type Refusal } from '#web/lib/call.ts'
import { reportErrors } from '#web/lib/errors/error-report.ts'
import { currentSession } from '#web/lib/session/session.ts'

/** The camera sees the same code many times. */
const SAME_CODE_MS = 4_000
const FLUSH_MS = 3_000
/** What other doors did. */
const REFRESH_MS = 60_000
const SEARCH_MS = 300
/** Keys of a scanner come faster than anybody types, ms between two. */
const WEDGE_MS = 60
const RECENT_MAX = 20
const DOOR_ENTRY = 'check-in-door'

const quiet = { hideErrorMsg: true }

const part = <E extends HTMLElement>(id: string) => document.getElementById(id) as E
const parts = {
  pinForm: part<HTMLFormElement>('pin-form'),
  pin: part<HTMLInputElement>('pin'),
  desk: part('desk'),
  meeting: part('meeting'),
  list: part('list'),
  network: part('network'),
  result: part('result'),
  codeForm: part<HTMLFormElement>('code-form'),
  code: part<HTMLInputElement>('code'),
  codeLabel: part('code-label'),
  found: part('found'),
  camera: part('camera'),
  video: part<HTMLVideoElement>('video'),
  scan: part<HTMLButtonElement>('scan'),
  door: part<HTMLInputElement>('door'),
  recent: part('recent'),
  problem: part('problem'),
}

const describeProblem = (failure: unknown) => {
  parts.problem.textContent = failureText(failure)
}

const texts = {
  in: ({ isWaiting }: Shown) => (isWaiting ? '可以入场' : '签到成功'),
  again: ({ at, where }: Shown) => `重复：已于 ${timeText(at)} ${where ? `在${where} ` : ''}签到`,
  refused: ({ where }: Shown) => `不能入场${where ? `：${where}` : ''}`,
  unknown: () => '不是本会议的签到码',
}

function show(result: Shown): void {
  const name = document.createElement('strong')
  name.textContent = result.name
  const said = document.createElement('span')
  said.textContent = [texts[result.outcome](result), result.company].filter(Boolean).join(' · ')
  parts.result.dataset.tone = result.tone
  parts.result.replaceChildren(name, said)
}

function item(text: string, action?: { label: string; run: () => void }): HTMLLIElement {
  const line = document.createElement('li')
  const said = document.createElement('span')
  said.textContent = text
  line.append(said)
  if (action) {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = action.label
    button.setAttribute('aria-label', `${action.label} ${text}`)
    button.addEventListener('click', action.run)
    line.append(button)
  }
  return line
}

/** The newest above. */
function tell(line: HTMLLIElement): void {
  parts.recent.prepend(line)
  while (parts.recent.childElementCount > RECENT_MAX) parts.recent.lastElementChild?.remove()
}

function work(desk: Desk, door: Door, store: Store): void {
  const { staff } = door
  const beginScan = latestOnly(show)
  let last = { code: '', at: 0 }

  async function showNetwork() {
    const { length } = await desk.waiting()
    const waiting = length > 0 ? `${length} 条待提交` : ''
    parts.network.textContent = [desk.isOnline ? '' : '离线，可以继续签到', waiting].filter(Boolean).join(' · ')
  }
  async function undo(code: string, line: HTMLLIElement) {
    if (!staff) return
    try {
      await call(undoScan, { ...staff, code }, quiet)
      line.remove()
      last = { code: '', at: 0 }
      await desk.forget(code)
    } catch (failure) {
      describeProblem(failure)
    }
  }
  /** One line for each scan: an answer, however late, replaces what stood on its own. @returns writes it */
  function noteScan(code: string): (result: Shown) => void {
    const time = timeText(desk.now())
    let line: HTMLLIElement | undefined
    return (result) => {
      const text = `${time} ${result.name || code} ${texts[result.outcome](result)}`
      const canUndo = staff !== null && result.outcome === 'in' && !result.isWaiting && desk.isOnline
      const next: HTMLLIElement = item(text, canUndo ? { label: '撤销', run: () => void undo(code, next) } : undefined)
      if (line) line.replaceWith(next)
      else tell(next)
      line = next
    }
  }
  async function handle(text: string) {
    const code = codeOf(text)
    const now = Date.now()
    if (code !== undefined && code === last.code && now - last.at < SAME_CODE_MS) return
    const showLarge = beginScan()
    if (code === undefined) {
      showLarge({ tone: 'bad', outcome: 'unknown', name: '', company: '', at: null, where: '', isWaiting: true })
      return
    }
    last = { code, at: now }
    parts.problem.textContent = ''
    const note = noteScan(code)
    try {
      await desk.record(code, parts.door.value.trim(), (result) => {
        showLarge(result)
        note(result)
      })
    } catch (failure) {
      await describeRefused(failure)
    }
    await showNetwork()
  }

  async function refresh() {
    try {
      await desk.refresh()
    } catch (failure) {
      if (isRefusal(failure)) {
        beginScan()(refusedBy(failure))
        await describeEnd(failure, door, store)
      }
    }
    await showNetwork()
  }
  /** Of scans: refused alone, or because the door has ended. */
  async function describeRefused(failure: unknown) {
    describeProblem(failure)
    await refresh()
  }

  parts.pinForm.hidden = true
  parts.desk.hidden = false
  parts.meeting.textContent = desk.snapshot.meeting
  parts.list.textContent = desk.snapshot.list
  parts.door.value = localStorage.getItem(DOOR_ENTRY) ?? ''
  parts.door.addEventListener('change', () => localStorage.setItem(DOOR_ENTRY, parts.door.value.trim()))
  parts.codeForm.addEventListener('submit', (event) => {
    event.preventDefault()
    const { value } = parts.code
    // a name, typed before it was looked for: not a code of elsewhere
    if (staff && /\p{Script=Han}/u.test(value)) return
    parts.code.value = ''
    parts.found.hidden = true
    if (value.trim() !== '') void handle(value)
  })
  if (staff) offerSearch(staff, handle)
  offerCamera(handle)
  hearWedge(handle)

  const noteLost = (results: readonly ScanResult[]) => {
    const lost = results.filter(({ outcome }) => outcome === 'refused' || outcome === 'unknown')
    for (const { name, where } of lost) tell(item(`${name} 离线签到没有计入${where && `：${where}`}`))
  }
  const flush = async () => {
    try {
      await desk.flush(noteLost)
    } catch (failure) {
      await describeRefused(failure)
    }
    await showNetwork()
  }
  setInterval(() => void flush(), FLUSH_MS)
  setInterval(() => void refresh(), REFRESH_MS)
  window.addEventListener('online', () => void flush())
  void flush()
  parts.code.focus()
}

/** By name, company or the last digits of a number; helpers have none. */
function offerSearch(staff: Staff, handle: (code: string) => Promise<void>): void {
  parts.codeLabel.textContent = '签到码、姓名、单位或手机尾号'
  let timer: ReturnType<typeof setTimeout> | undefined
  async function search(text: string) {
    try {
      const rows = await call(searchHeads, { ...staff, text }, quiet)
      if (parts.code.value.trim() !== text) return
      const lines = rows.map(({ code, name, company, mayEnter, at }) => {
        if (at !== null) return item(`${name} ${company}　已于 ${timeText(at)} 签到`)
        return mayEnter
          ? item(`${name} ${company}`, { label: '签到', run: () => void choose(code) })
          : item(`${name} ${company}　没有确认`)
      })
      parts.found.replaceChildren(...(lines.length > 0 ? lines : [item('没有找到')]))
      parts.found.hidden = false
    } catch (failure) {
      describeProblem(failure)
    }
  }
  async function choose(code: string) {
    parts.found.hidden = true
    parts.code.value = ''
    await handle(code)
  }
  parts.code.addEventListener('input', () => {
    clearTimeout(timer)
    const text = parts.code.value.trim()
    parts.found.hidden = true
    if (text.length >= SEARCH_MIN && codeOf(text) === undefined) timer = setTimeout(() => void search(text), SEARCH_MS)
  })
}

function offerCamera(handle: (text: string) => Promise<void>): void {
  if (!canScan()) return
  let stop: (() => void) | undefined
  parts.scan.hidden = false
  parts.scan.addEventListener('click', async () => {
    if (stop) {
      stop()
      stop = undefined
    } else {
      try {
        stop = await scan(parts.video, (text) => void handle(text))
      } catch {
        parts.problem.textContent = '不能打开摄像头，请允许使用摄像头，或输入签到码'
      }
    }
    parts.camera.hidden = !stop
    parts.scan.textContent = stop ? '关闭摄像头' : '扫码'
  })
}

/** A USB scanner types like a keyboard, wherever the focus is, and ends with Enter. */
function hearWedge(handle: (text: string) => Promise<void>): void {
  let typed = ''
  let at = 0
  window.addEventListener('keydown', (event) => {
    if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return
    const now = Date.now()
    if (now - at > WEDGE_MS) typed = ''
    at = now
    if (event.key.length === 1) typed += event.key
    if (event.key !== 'Enter' || typed === '') return
    event.preventDefault()
    void handle(typed)
    typed = ''
  })
}

/** The door is closed: what the phone scanned before is brought all the same. @returns what to say about it */
async function bringRest(door: Door, store: Store): Promise<string> {
  const results: ScanResult[] = []
  try {
    for (let some = await deliver(door, store); some.length > 0; some = await deliver(door, store))
      results.push(...some)
  } catch {
    // what is left is said
  }
  const { length } = await store.waiting()
  return [
    results.length > 0 && `离线时的 ${results.length} 条签到已提交`,
    length > 0 && `还有 ${length} 条签到没有提交，请保留此页并联系会务`,
  ]
    .filter(Boolean)
    .join('，')
}

/** Names that nothing waits for leave the phone of a helper. */
async function describeEnd(failure: Refusal, door: Door, store: Store): Promise<void> {
  const rest = await bringRest(door, store)
  if (door.token !== null && (await store.waiting()).length === 0) await store.forget()
  describeProblem(failure)
  if (rest) parts.problem.append(`。${rest}`)
}

async function start(door: Door, store: Store): Promise<void> {
  try {
    work(await Desk.open(door, store), door, store)
  } catch (failure) {
    if (isRefusal(failure)) await describeEnd(failure, door, store)
    else describeProblem(failure)
  }
}

async function askPin(code: string, store: Store): Promise<void> {
  parts.pinForm.hidden = false
  parts.pin.focus()
  parts.pinForm.addEventListener('submit', async (event) => {
    event.preventDefault()
    parts.problem.textContent = ''
    try {
      const { token } = await call(openDoor, { code, pin: parts.pin.value }, { ...quiet, anonymous: true })
      await start({ staff: null, token }, store)
    } catch (failure) {
      parts.pin.value = ''
      describeProblem(failure)
    }
  })
}

async function begin(): Promise<void> {
  const query = new URLSearchParams(location.search)
  const [meetingId, listId] = [query.get('meetingId'), query.get('listId')]
  const link = location.hash.slice(1)
  if (link !== '') {
    const store = await openStore(`link ${link}`)
    const kept = await store.read()
    if (kept) await start({ staff: null, token: kept.token }, store)
    else await askPin(link, store)
  } else if (meetingId && listId) {
    if (!currentSession()) {
      location.replace(`/backend/login?redirect=${encodeURIComponent(location.pathname + location.search)}`)
      return
    }
    await start({ staff: { meetingId, listId }, token: null }, await openStore(`list ${listId}`))
  } else parts.problem.textContent = '请从会议的签到点打开此页，或使用会务给您的链接'
}

reportErrors()
void keepForOffline()
void begin()
