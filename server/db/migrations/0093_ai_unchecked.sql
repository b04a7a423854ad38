-- Answers of other engines whose figures are not compared with published prices yet.
CREATE INDEX "ai_messages_unchecked" ON "ai_messages" USING btree ("id") WHERE "ai_messages"."role" = 'assistant' and "ai_messages"."state" = 'done' and "ai_messages"."publication" is null;
