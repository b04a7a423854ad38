// The script of an invitation's page: sends the sign-up, and says what became of it.
;(() => {
  const form = document.getElementById('sign-up')
  if (!form) return
  const failure = document.getElementById('failure')
  const send = document.getElementById('send')
  const done = document.getElementById('done')

  const said = {
    waiting: '名额已满，您已列入候补；有名额空出时会通知您。',
    applied: '已提交报名，等待会务确认。',
  }

  /** `extra.diet` is a field of `extra`. */
  function bodyOf() {
    const body = { code: form.dataset.code, extra: {} }
    for (const [name, value] of new FormData(form)) {
      const [part, key] = name.split('.')
      if (!key) body[name] = value.trim()
      else if (value.trim()) body[part][key] = value.trim()
    }
    return { ...body, companions: Number(body.companions || 0), invoiceTax: body.invoiceTax.toUpperCase() }
  }

  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    failure.textContent = ''
    send.disabled = true
    try {
      const reply = await fetch('/api/open/meetings/invitation', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(bodyOf()),
      })
      const { success, msg, data } = await reply.json()
      if (success) {
        form.hidden = true
        done.textContent = said[data.state] ?? `报名成功，票号 ${data.ticket}，签到时请出示。`
        done.hidden = false
        done.focus()
        return
      }
      failure.textContent = reply.status === 429 ? '提交过于频繁，请稍后再试' : msg
      form.elements.namedItem(data?.fields?.[0]?.field ?? 'companions')?.focus()
    } catch {
      failure.textContent = '网络异常，请稍后重试'
    } finally {
      send.disabled = false
    }
  })
})()
