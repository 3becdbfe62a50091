"""What a model may do: propose what a message means, word an answer, doubt one. It never consents and never executes."""
