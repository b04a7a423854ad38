-- The row that fires is read by its id alone. Asked for `number IS NULL` too, the planner took the index of the rows without a number,
-- which statistics call empty: each of n rows read n entries, 2 to 7 s at the commit of 5,000 accounts.
CREATE OR REPLACE FUNCTION number_entitlement_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  feed record;
  before bigint;
  numbered bigint;
  mine bigint := pg_current_xact_id()::text::bigint;
BEGIN
  -- the first row of the transaction numbers them all
  SELECT number INTO numbered FROM entitlement_changes WHERE id = new.id;
  IF NOT FOUND OR numbered IS NOT NULL THEN RETURN NULL; END IF;
  FOR feed IN SELECT sub_product, count(*) AS n, array_agg(account_id::text) AS accounts
      FROM entitlement_changes WHERE transaction = mine AND number IS NULL GROUP BY sub_product ORDER BY sub_product LOOP
    INSERT INTO entitlement_feeds AS f (sub_product, number, at) VALUES (feed.sub_product, feed.n, clock_timestamp())
      ON CONFLICT (sub_product) DO UPDATE SET number = f.number + excluded.number, at = clock_timestamp()
      RETURNING number - feed.n INTO before;
    UPDATE entitlement_changes c SET number = before + o.place, at = clock_timestamp()
      FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM entitlement_changes
        WHERE transaction = mine AND number IS NULL AND sub_product = feed.sub_product) o
      WHERE c.id = o.id;
    -- a notification holds 8,000 bytes
    PERFORM pg_notify('console_changes', json_build_object('type', 'entitlements', 'subProduct', feed.sub_product,
      'from', (before + 1)::text, 'to', (before + feed.n)::text,
      'accounts', CASE WHEN feed.n <= 300 THEN to_json(feed.accounts) END)::text);
  END LOOP;
  RETURN NULL;
END $$;
